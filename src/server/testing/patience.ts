/**
 * How long a test waits for what must come, however busy the machine is; what has come is not waited for. For
 * `expect.poll` and for whole tests it is set in `vitest.config.ts`.
 */
export const PATIENT = { timeout: 180_000, interval: 20 }
