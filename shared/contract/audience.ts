/**
 * What a token is for (RFC 8707), if it is not for the interfaces of the main and the diary host:
 * the MCP endpoint. A token for one is refused at the other (decision 0062).
 */
export type Audience = 'mcp';

/** The environment variable of the authorizer with the id of the MCP host's API. */
export const mcpApiVariable = 'MCP_API_ID';
