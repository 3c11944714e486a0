import { HttpClient } from '#server/testing/http-client.ts'
import { type Account, PASSWORD, PEOPLE } from './people.ts'

const WORKBENCH: readonly (readonly [RegExp, string])[] = [
  [/buyer|newbie|handler|chief|finance/, 'purchaser'],
  [/agent/, 'agency'],
  [/supplier/, 'supplier'],
  [/expert/, 'expert'],
  [/admin/, 'admin'],
]

/**
 * The people of the demonstration world at the other end of the wire; logged in when first needed. Their sessions move
 * along when the clock is moved, so once is enough.
 */
export class Cast {
  readonly #base: string
  readonly #known = new Map<Account, HttpClient>()

  constructor(base: string) {
    this.#base = base
  }

  async as(account: Account): Promise<HttpClient> {
    const known = this.#known.get(account)
    if (known) return known
    const client = new HttpClient(this.#base)
    client.tenantId = PEOPLE[account].tenantId
    await client.login(account, PASSWORD)
    client.workbench = workbenchOf(account)
    this.#known.set(account, client)
    return client
  }
}

/** The workbench in which a person of the demonstration plays. */
export function workbenchOf(account: Account): string {
  return WORKBENCH.find(([pattern]) => pattern.test(account))?.[1] ?? ''
}
