import { AppError } from '#contract/errors.ts'
import type { MovableClock } from '#server/clock.ts'
import type { Feature } from '#server/feature.ts'
import { implementFile, implementPublic } from '#server/implement.ts'
import { workbenchOf } from './cast.ts'
import { advanceClock, demoDeviceDownload, demoKeyDownload, demoLogins, demoPlay } from './contract.ts'
import { demoDeviceFile } from './joint-keys.ts'
import { demoKeyFile } from './keys.ts'
import { type Account, PASSWORD, PEOPLE } from './people.ts'
import { playOf } from './play-now.ts'

/**
 * What the login page offers, in this order: the people of its own tenant, and whoever belongs to all. Among them a whole
 * committee, so that one person can play a review.
 */
const SHOWN: readonly (readonly [Account, string])[] = [
  ['buyer', '采购人'],
  ['agent', '代理机构'],
  ['supplier1', '供应商'],
  ['supplier2', '供应商'],
  ['supplier3', '供应商'],
  ['supplier4', '供应商'],
  ['expert1', '评审专家'],
  ['expert2', '评审专家'],
  ['expert3', '评审专家'],
  ['expert4', '评审专家'],
  ['expert7', '评审专家'],
  ['admin', '平台管理员'],
  ['bj-buyer', '采购人（管理员）'],
  ['bj-handler', '经办人'],
  ['bj-chief', '部门负责人'],
  ['bj-finance', '财务'],
  ['bj-supplier1', '供应商'],
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
      implementPublic(demoLogins, {}, (ctx) =>
        Promise.resolve({
          password: PASSWORD,
          people: SHOWN.filter(([account]) => {
            const { tenantId, isPlatformAdmin } = PEOPLE[account]
            return isPlatformAdmin || tenantId === ctx.tenantId
          }).map(([account, role]) => ({ account, name: PEOPLE[account].name, role, workbench: workbenchOf(account) })),
        }),
      ),
      implementPublic(demoPlay, {}, (ctx, { query }) => playOf(ctx, query.recordId)),
      implementFile(demoDeviceDownload, { audience: 'public' }, async (_ctx, { params }) => {
        if (!(params.account in PEOPLE)) throw new AppError('notFound')
        const file = await demoDeviceFile(params.ceremonyId, params.account as Account)
        return {
          name: `${params.account}-device.json`,
          mime: 'application/json',
          content: Buffer.from(JSON.stringify(file, null, 2)),
        }
      }),
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
