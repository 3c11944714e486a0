import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { Instant } from '#contract/time.ts'
import type { MovableClock } from '#server/clock.ts'
import type { Feature } from '#server/feature.ts'
import { implementFile, implementPublic } from '#server/implement.ts'
import { demoKeyFile } from './keys.ts'
import { type Account, PASSWORD, PEOPLE } from './people.ts'

/** Calls that exist in demonstration and test mode only: they would be a hole anywhere else. */
export const advanceClock = endpoint({
  method: 'POST',
  path: '/demo/clock',
  summary: 'Demonstration: move the clock forward',
  body: z.object({
    ms: z
      .number()
      .int()
      .min(0)
      .max(400 * 86_400_000),
  }),
  returns: z.object({ now: Instant }),
  once: false,
})

export const demoLogins = endpoint({
  method: 'GET',
  path: '/demo/logins',
  summary: 'Demonstration: who may log in',
  returns: z.object({
    password: z.string(),
    people: z.array(z.object({ account: z.string(), name: z.string(), role: z.string() })),
  }),
})

export const demoKeyDownload = endpoint({
  method: 'GET',
  path: '/demo/keys/{account}/{suite}',
  summary: 'Demonstration: the key file of a supplier, under the demonstration password',
  params: z.object({ account: z.string(), suite: z.enum(['intl', 'gm']) }),
  answer: 'file',
})

/** What the login page offers, in this order. */
const SHOWN: readonly (readonly [Account, string])[] = [
  ['buyer', '采购人'],
  ['agent', '代理机构'],
  ['supplier1', '供应商'],
  ['supplier2', '供应商'],
  ['supplier3', '供应商'],
  ['supplier4', '供应商'],
  ['expert1', '评审专家'],
  ['expert2', '评审专家'],
  ['admin', '平台管理员'],
  ['bj-buyer', '另一租户的采购人（管理员）'],
  ['bj-handler', '另一租户的经办人'],
  ['bj-chief', '另一租户的部门负责人'],
  ['bj-finance', '另一租户的财务'],
]

/** The demonstration's own calls. The clock is the one of the running system. */
export function demoFeature(clock: () => MovableClock): Feature {
  return {
    name: 'demo',
    routes: [
      implementPublic(advanceClock, {}, async (ctx, { body }) => {
        await clock().advance(body.ms)
        return { now: ctx.clock.now().toISOString() }
      }),
      implementPublic(demoLogins, {}, () =>
        Promise.resolve({
          password: PASSWORD,
          people: SHOWN.map(([account, role]) => ({ account, name: PEOPLE[account].name, role })),
        }),
      ),
      implementFile(demoKeyDownload, { audience: 'public' }, async (_ctx, { params }) => {
        if (!(params.account in PEOPLE)) throw new AppError('notFound')
        const file = await demoKeyFile(params.account as Account, params.suite)
        return {
          name: `${params.account}-${params.suite}-key.json`,
          mime: 'application/json',
          content: Buffer.from(JSON.stringify(file, null, 2)),
        }
      }),
    ],
  }
}
