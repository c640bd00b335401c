import fc from 'fast-check';

/** Each run tries the same values. `PROPERTY_SEED=<integer>` tries others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export default fc;
