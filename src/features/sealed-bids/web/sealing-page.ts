import { login } from '#features/passport/contract.ts'
import { call, callContext } from '#web/call.ts'
import * as sealing from './sealing.ts'
import * as shelf from './shelf.ts'

/** The page that `sealing.test.ts` opens in a browser: what it tests, within reach. */
export interface SealingPage {
  sealing: typeof sealing
  shelf: typeof shelf
  logIn(account: string, password: string): Promise<void>
}

const page: SealingPage = {
  sealing,
  shelf,
  async logIn(account, password) {
    await call(login, { body: { mode: 'password', account, password } })
    callContext.workbench = 'supplier'
  },
}
Object.assign(globalThis, { page })
