import { implement, type Route } from '#server/implement.ts'
import { formatDate } from '#contract/time.ts'
import * as contract from '../contract/rounds.ts'
import { type LifeCycle, lifeCycleCost } from '../rules/life-cycle.ts'
import type { Profile } from '../rules/profile.ts'
import { profileOf } from '../rules/profiles.ts'
import { type Ctx, READS, seatAt } from './access.ts'
import { type Answerer, compare } from './compare.ts'
import { readableRounds } from './trades.ts'

/** What the rounds of a survey came to, those that are hidden left out. */
export const collectionRoutes: readonly Route[] = [
  implement(contract.demandCollection, READS, async (ctx, { params }) => {
    const { demandId } = params
    const seat = await seatAt(ctx, demandId)
    const { demand, facts } = seat
    const profile = profileOf(demand.profile)
    const years = yearsOf(profile.lifeCycle, demand.extras as Record<string, string>)
    const all = await ctx.many('demand_round', { demandId }, { orderBy: ['roundNo'] })
    const readable = readableRounds(seat, facts.state === 'draft' ? [] : all)
    const rounds = await Promise.all(
      all.map(async (round) => ({
        round,
        compared: readable.has(round.roundNo) ? await compare(ctx, demand, round) : null,
      })),
    )
    const open = rounds.flatMap(({ round, compared }) => (compared ? [{ roundNo: round.roundNo, ...compared }] : []))
    const everybody = open.flatMap(({ parties, aside }) => [...parties, ...aside])
    const tradeIds = [...new Set(everybody.map(({ tradeId }) => tradeId))]
    return {
      title: demand.title,
      code: demand.code,
      profile: demand.profile as 'general',
      state: facts.state,
      years,
      rounds: rounds.map(({ round, compared }) => ({
        roundNo: round.roundNo,
        isOpen: compared !== null,
        parameters: compared?.parameters.length ?? 0,
        answers: compared?.parties.length ?? 0,
        price: compared?.price ?? null,
      })),
      parties: tradeIds.map((tradeId) => {
        const own = open.flatMap(({ roundNo, parameters, parties, aside }) => {
          const valid = parties.find((one) => one.tradeId === tradeId)
          const left = aside.find((one) => one.tradeId === tradeId)
          const answer = valid ?? left
          if (!answer) return []
          const must = parameters.filter(({ isMust }) => isMust)
          const metMust = must.filter(({ parameterId }) => answer.met.get(parameterId) === 'yes').length
          return [{ roundNo, answer, metMust, must: must.length, aside: left?.reason ?? '' }]
        })
        const { answer, aside } = own.at(-1)!
        return {
          tradeId,
          name: answer.name,
          isPaper: answer.isPaper,
          rounds: own.map(({ answer: { brand, model, price }, ...rest }) => ({
            roundNo: rest.roundNo,
            brand,
            model,
            price,
            metMust: rest.metMust,
            must: rest.must,
            aside: rest.aside,
          })),
          extras: answer.extras as Record<string, string>,
          cost: aside === '' ? costOf(profile.lifeCycle, answer, years) : null,
          expired: expiredOf(ctx, profile, answer),
        }
      }),
    }
  }),
]

/** Over how many years costs are compared; null: they are not. */
export function yearsOf(lifeCycle: LifeCycle | null, extras: Readonly<Record<string, string>>): number | null {
  const years = lifeCycle && Number(extras[lifeCycle.yearsField])
  return years || null
}

/** What using an offer costs over the years; null where that is not compared. */
export function costOf(lifeCycle: LifeCycle | null, { price, extras }: Answerer, years: number | null) {
  return lifeCycle && years ? lifeCycleCost(lifeCycle, { price, extras, years }) : null
}

function expiredOf(ctx: Ctx, { expiry }: Pick<Profile, 'expiry'>, { extras }: Answerer): string {
  const until = expiry && extras[expiry.field]
  return typeof until === 'string' && until !== '' && until < formatDate(ctx.clock.now())
    ? `${expiry!.label}已于 ${until} 到期`
    : ''
}
