import type { Actor } from '#server/actor.ts'
import type { Context } from '#server/context.ts'
import { DEFAULT_RHYTHM, type Mode, type Outside, type Rhythm } from '../rules.ts'
import { carrierOf } from './carriers.ts'

type Ctx = Context<Actor | null>

/** How a person is reached outside the platform: a channel without an address is missing. */
export type Reach = Partial<Record<Outside, { address: string; rhythm: Rhythm }>>

/** Where texts of a channel go: to a carrier, while demonstrating to the outbox that shows them, else nowhere. */
export function wayOf({ config }: Pick<Ctx, 'config'>, channel: Outside): 'carrier' | 'demo' | 'none' {
  if (carrierOf(channel)) return 'carrier'
  return config.mode === 'production' ? 'none' : 'demo'
}

/** Addresses and rhythms of people: mobile number, e-mail address once verified, WeChat once bound. */
export async function reachOf(ctx: Ctx, userIds: readonly string[]): Promise<ReadonlyMap<string, Reach>> {
  const people = await ctx.tx
    .selectFrom('app_user as u')
    .leftJoin('message_email as e', (j) => j.onRef('e.userId', '=', 'u.id').on('e.tenantId', '=', ctx.tenantId))
    .select(['u.id', 'u.mobile', 'u.wxOpenid', 'e.address'])
    .where('u.id', 'in', userIds)
    .execute()
  const rhythms = await ctx.many('message_rhythm', { userId: userIds })
  const own = new Map(rhythms.map((row) => [`${row.userId}/${row.channel}`, rhythmOf(row)]))
  return new Map(
    people.map(({ id, mobile, wxOpenid: openid, address }) => {
      const at = (channel: Outside, value: string | null) =>
        value ? { [channel]: { address: value, rhythm: own.get(`${id}/${channel}`) ?? DEFAULT_RHYTHM[channel] } } : {}
      return [
        id,
        {
          ...at('sms', ctx.cipher.open('app_user.mobile', id, mobile)),
          ...at('email', address),
          ...at('wechat', openid),
        },
      ]
    }),
  )
}

export function rhythmOf(row: {
  mode: string
  hour: number
  weekday: number
  quietFrom: number | null
  quietTo: number | null
}): Rhythm {
  const { hour, weekday } = row
  return { mode: row.mode as Mode, hour, weekday, quietFrom: row.quietFrom, quietTo: row.quietTo }
}
