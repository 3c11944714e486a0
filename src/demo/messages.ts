import { DAY } from '#contract/time.ts'
import type { Workbench } from '#contract/workbench.ts'
import { markRead, messagePage } from '#features/messages/contract.ts'
import { askEmailCode, confirmEmail, setRhythm } from '#features/messages/contract-settings.ts'
import { demoScan, wxBindCode } from '#features/passport/contract.ts'
import { inContext } from '#server/context.ts'
import type { System } from '#server/system.ts'
import type { Cast } from './cast.ts'
import type { Account } from './people.ts'

type World = Pick<System, 'kernel'>

/** Who has verified an address, and the digest of one of them. */
const MAIL: readonly Account[] = ['buyer', 'agent', 'supplier1', 'supplier2', 'expert1']
const READERS: readonly [Account, Workbench][] = [
  ['buyer', 'purchaser'],
  ['supplier1', 'supplier'],
]

/** Some people can be reached by e-mail and WeChat before anything happens, so that the outbox has something to show. */
export async function reachPeople({ kernel }: World, cast: Cast): Promise<void> {
  for (const account of MAIL) {
    const client = await cast.as(account)
    const email = `${account}@example.com`
    await client.call(askEmailCode, { body: { email } })
    await client.call(confirmEmail, { body: { code: await codeSentTo(kernel, email) } })
  }
  const client = await cast.as('supplier1')
  const daily = { mode: 'daily' as const, hour: 8, weekday: 1, quietFrom: null, quietTo: null }
  await client.call(setRhythm, { params: { channel: 'email' }, body: daily })
  const { scene } = await client.call(wxBindCode, {})
  await client.call(demoScan, { params: { scene }, body: { openid: 'demo-supplier1' } })
}

/** What is older than a few days has been read by those who work here every day. */
export async function readOldMessages({ kernel }: World, cast: Cast): Promise<void> {
  const before = kernel.clock.now().getTime() - 2 * DAY
  for (const [account, identity] of READERS) {
    const client = await cast.as(account)
    const { rows } = await client.call(messagePage, { query: { identity, isRead: 'false', pageSize: 100 } })
    const messageIds = rows.filter((row) => new Date(row.createdAt).getTime() < before).map((row) => row.messageId)
    if (messageIds.length > 0) await client.call(markRead, { body: { messageIds } })
  }
}

/** As the person would read it in the outbox. */
function codeSentTo(kernel: World['kernel'], email: string): Promise<string> {
  return inContext(kernel, { tenantId: 1, actor: null, readOnly: true }, async ({ tx, cipher }) => {
    const { body } = await tx
      .selectFrom('channel_outbox')
      .select('body')
      .where('recipientHash', 'in', cipher.hashes('channel_outbox.recipient', email))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return /\d{6}/.exec(body)![0]
  })
}
