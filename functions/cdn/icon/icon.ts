/** The function that serves the icons of activity types. It has no route and no store. */
export default { memory: 256, timeout: 5 } as const;
