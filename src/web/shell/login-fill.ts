import { createStore } from '../store.ts'

/** Account and password that something beside the log-in form offers to fill in. */
export const loginFill = createStore<{ values: { account: string; password: string } | null }>({ values: null })
