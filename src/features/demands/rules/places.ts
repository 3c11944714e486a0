import type { Page } from './profile.ts'
import { profileOf, PROFILES, type Side } from './profiles.ts'

interface At {
  side: Side
  profile: string
}

/** Pattern of a page of the buyer's side. */
export function patternOf({ side, profile }: At, page: Page): string {
  const { base, pages } = profileOf(profile)
  const at = pages[page]
  return typeof at === 'string' ? `${base[side]}${at}` : patternOf({ side, profile: at.of }, at.page)
}

/** Where the pages of a demand stand on the buyer's side. Plans and results of all profiles share their pages. */
export function demandPlaces({ side, profile }: At) {
  const of = (page: Page) => (demandId: string) => patternOf({ side, profile }, page).replace(':orderId', demandId)
  const inRound = (page: Page) => (demandId: string, tradeId: string, roundNo: number) =>
    of(page)(demandId).replace(':tradeId', tradeId).replace(':roundId', String(roundNo))
  const shared = PROFILES.general.base[side]
  return {
    list: patternOf({ side, profile }, 'list'),
    create: patternOf({ side, profile }, 'create'),
    edit: of('edit'),
    editSurvey: of('editSurvey'),
    detail: of('detail'),
    survey: of('survey'),
    conclude: of('conclude'),
    move: of('move'),
    rounds: of('rounds'),
    collection: of('collection'),
    trades: of('trades'),
    check: inRound('check'),
    answer: inRound('answer'),
    entry: of('entry'),
    plans: `${shared}/implementation-plan/list`,
    newPlan: (demandId: string) => `${shared}/implementation-plan/edit/new?demandId=${demandId}`,
    plan: (planId: string, type: 'new' | 'change' | 'review') => `${shared}/implementation-plan/${planId}/edit/${type}`,
    results: `${shared}/results/list`,
    result: (demandId: string) => `${shared}/results/demand-project-detail?demandId=${demandId}`,
  }
}

/** Where a supplier reads a demand and answers it; an invitation is read in its letter where the profile has letters. */
export function supplierPlaces(profile: string) {
  const { base, letters } = profileOf(profile)
  const orders = `${base.supplier}/orders`
  const detail = (demandId: string) => `${orders}/${demandId}/trades`
  return {
    list: '/supplier/monitor/demand/list',
    detail,
    answer: (demandId: string, tradeId: string) => `${orders}/${demandId}/trades/${tradeId}/response`,
    letter: (demandId: string, tradeId: string) =>
      letters === null ? detail(demandId) : `${letters}/${demandId}/invites/${tradeId}`,
  }
}
