import type { AddressInfo } from 'node:net'
import type { OutputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { MovableClock } from '#server/clock.ts'
import type { Feature } from '#server/feature.ts'
import { type Input, implementFile, implementPublic } from '#server/implement.ts'
import { workbenchOf } from './cast.ts'
import {
  advanceClock,
  demoDeviceDownload,
  demoKeyDownload,
  demoLogins,
  demoPlay,
  draftExample,
  type ExampleMethod,
  letOthersAct,
} from './contract.ts'
import { demoDeviceFile } from './joint-keys.ts'
import { demoKeyFile } from './keys.ts'
import { type Account, PASSWORD, PEOPLE } from './people.ts'
import { orderIdOf, playOf } from './play-now.ts'

/**
 * What the login page offers, in this order: the people of its own tenant, and whoever belongs to all. Among them a whole
 * committee, so that one person can play a review.
 */
const SHOWN: readonly (readonly [Account, string])[] = [
  ['buyer', '采购人'],
  ['finance1', '采购人（财务）'],
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
  ['admin2', '平台管理员（复核）'],
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
      // Beside the request's own transaction: the people of the demonstration have theirs.
      implementPublic(
        demoPlay,
        { prepare: (kernel, { query }, caller) => playOf(kernel, caller, (query as { recordId: string }).recordId) },
        (_ctx, { prepared }) => Promise.resolve(prepared as OutputOf<typeof demoPlay>),
      ),
      implementPublic(
        letOthersAct,
        {
          async prepare(kernel, { body, raw }, caller) {
            const { tenantId, actor } = caller
            const orderId = await orderIdOf(kernel, caller, (body as { recordId: string }).recordId)
            const others = await import('./others/others.ts')
            return others.letOthersAct(kernel, { tenantId, orderId, base: addressOf(raw) }, actor)
          },
        },
        (_ctx, { prepared }) => Promise.resolve({ deeds: prepared as OutputOf<typeof letOthersAct>['deeds'] }),
      ),
      implementPublic(
        draftExample,
        {
          async prepare(kernel, { body, raw }, { actor }) {
            const { exampleFor } = await import('./example.ts')
            return exampleFor(kernel, { actor, base: addressOf(raw) }, (body as { method: ExampleMethod }).method)
          },
        },
        (_ctx, { prepared }) => Promise.resolve({ link: prepared as string }),
      ),
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

/** Where this process itself is reached, whatever stands in front of it. */
function addressOf({ request }: Input<unknown, unknown, unknown>['raw']): string {
  const { address, family, port } = request.server.server.address() as AddressInfo
  const isAny = address === '::' || address === '0.0.0.0'
  return `http://${isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address}:${port}`
}
