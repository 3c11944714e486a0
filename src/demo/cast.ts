import { HOUR } from '#contract/time.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { type Account, PASSWORD } from './people.ts'

const WORKBENCH: readonly (readonly [RegExp, string])[] = [
  [/buyer|newbie/, 'purchaser'],
  [/agent/, 'agency'],
  [/supplier/, 'supplier'],
  [/expert/, 'expert'],
  [/admin/, 'admin'],
]

/** The people of the demonstration world at the other end of the wire; logged in when needed, again when it was long ago. */
export class Cast {
  readonly #base: string
  readonly #now: () => Date
  readonly #known = new Map<Account, { client: HttpClient; at: number }>()

  constructor(base: string, now: () => Date) {
    this.#base = base
    this.#now = now
  }

  async as(account: Account): Promise<HttpClient> {
    const now = this.#now().getTime()
    const known = this.#known.get(account)
    if (known && now - known.at < 6 * HOUR) return known.client
    const client = new HttpClient(this.#base)
    await client.login(account, PASSWORD)
    client.workbench = WORKBENCH.find(([pattern]) => pattern.test(account))?.[1] ?? ''
    this.#known.set(account, { client, at: now })
    return client
  }
}
