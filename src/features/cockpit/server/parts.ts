import { owedBonds } from '#features/bonds/server/public.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { partOf } from '#features/procurement/rules/own-part.ts'
import { OrderSettings } from '#features/procurement/rules/settings.ts'
import { supplier } from '#features/procurement/server/public.ts'
import { isKeyToTry } from '#features/sealed-bids/rules.ts'
import { triedKeys } from '#features/sealed-bids/server/public.ts'
import type { Feature } from '#server/feature.ts'
import type { Route } from '#server/implement.ts'
import * as contract from '../contract.ts'
import { dayOfOpening, qualified } from '../rules/certificates.ts'
import { missingOf } from '../rules/missing.ts'
import { debriefPlace, PROFILE } from '../rules/places.ts'
import { GROUPS, type Group } from '../rules/pipeline.ts'
import { named, type Participation, participations, todosByOrder } from './participations.ts'
import { ownCertificates } from './profile.ts'

const ORDER = Object.keys(GROUPS) as Group[]

/** What goes on, and what is to be done for it; `features` say what waits. */
export function partRoutes(features: readonly Feature[]): readonly Route[] {
  return [
    supplier(contract.pipeline, async (ctx) => {
      const all = await participations(ctx)
      const todos = await todosByOrder(
        ctx,
        features,
        all.map(({ row }) => row.id),
      )
      const rows = all.map((one) => {
        const [next] = todos.of(one.row.id)
        const { method, stage, nextAt, nextLabel } = one.tender
        return {
          ...named(one),
          group: one.group,
          method,
          stage,
          own: partOf(one.tender),
          nextLabel,
          nextAt,
          act: next ? { label: next.label, link: next.link } : lookBack(one),
        }
      })
      return { rows: rows.toSorted(byGroup), isPartial: todos.isPartial }
    }),

    supplier(contract.missing, async (ctx) => {
      const now = ctx.clock.now()
      const all = (await participations(ctx)).filter(({ group }) => group === 'signUp' || group === 'bid')
      const todos = await todosByOrder(
        ctx,
        features,
        all.map(({ row }) => row.id),
      )
      const bonds = await owedBonds(ctx)
      const keys = await triedKeys(ctx, { companyId: ctx.actor.companyId })
      const held = await ownCertificates(ctx)
      const rows = all.flatMap((one) => {
        const { row } = one
        // Whoever is not admitted yet has the sign-up alone ahead.
        const ends = row.tradeStatus === null ? row.signUpEnd : row.bidEnd
        if (!ends || ends <= now) return []
        const { qualifications } = OrderSettings.pick({ qualifications: true }).parse(row.settings)
        const bond = bonds.find(({ orderId }) => orderId === row.id)
        const items = missingOf({
          orderId: row.id,
          places: {
            tender: placeOf(row, 'publish.tender', 'supplier'),
            bid: placeOf(row, 'bid.room', 'supplier'),
            profile: PROFILE,
          },
          todos: todos.of(row.id).map(({ key, label, link, dueAt }) => ({ key, label, link, dueAt: iso(dueAt) })),
          bond: bond ? { dueAt: iso(bond.dueAt), isGiven: bond.isGiven } : null,
          ending: qualified(
            qualifications.map(({ name }) => name),
            held,
            dayOfOpening(row),
          ).ending,
          isKeyToTry: keys.some((key) => key.orderId === row.id && isKeyToTry(key, now)),
        })
        return [
          {
            ...named(one),
            deadline: ends.toISOString(),
            deadlineLabel: row.tradeStatus === null ? '报名截止' : say(row, '{deadline}'),
            items,
          },
        ]
      })
      return { rows: rows.toSorted((a, b) => a.deadline.localeCompare(b.deadline)), isPartial: todos.isPartial }
    }),
  ]
}

/** An order that others won is looked back at. */
function lookBack({ row, tender }: Participation) {
  const isLost = tender.result?.outcome === 'lost' || tender.result?.outcome === 'noWinnerAnyMore'
  return isLost && !row.isSecret ? { label: '复盘', link: debriefPlace(row.id) } : null
}

/** By group, and in it what is due first. */
function byGroup(a: { group: Group; nextAt: string | null }, b: { group: Group; nextAt: string | null }): number {
  return ORDER.indexOf(a.group) - ORDER.indexOf(b.group) || (a.nextAt ?? '9').localeCompare(b.nextAt ?? '9')
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null
