import { profileOf, type Side } from './profiles.ts'

interface At {
  side: Side
  profile: string
}

/** Where the pages of a demand stand on the buyer's side. */
export function demandPlaces({ side, profile }: At) {
  const base = profileOf(profile).base[side]
  const of = (demandId: string) => `${base}/orders/${demandId}`
  return {
    list: `${base}/list`,
    create: `${base}/orders/create`,
    edit: (demandId: string) => `${of(demandId)}/create`,
    detail: (demandId: string) => `${of(demandId)}/detail`,
    survey: (demandId: string) => `${of(demandId)}/survey`,
    trades: (demandId: string) => `${of(demandId)}/sign-up/list`,
    check: (demandId: string, tradeId: string) => `${of(demandId)}/sign-up/${tradeId}/audit`,
    answer: (demandId: string, tradeId: string) => `${of(demandId)}/sign-up/${tradeId}/response`,
    entry: (demandId: string) => `${of(demandId)}/entry`,
    plans: `${base}/implementation-plan/list`,
    newPlan: (demandId: string) => `${base}/implementation-plan/edit/new?demandId=${demandId}`,
    plan: (planId: string, type: 'new' | 'change' | 'review') => `${base}/implementation-plan/${planId}/edit/${type}`,
    results: `${base}/results/list`,
    result: (demandId: string) => `${base}/results/demand-project-detail?demandId=${demandId}`,
  }
}

/** Where a supplier reads a demand and answers it. */
export function supplierPlaces(profile: string) {
  const base = `${profileOf(profile).base.supplier}/orders`
  return {
    list: '/supplier/monitor/demand/list',
    detail: (demandId: string) => `${base}/${demandId}/trades`,
    answer: (demandId: string, tradeId: string) => `${base}/${demandId}/trades/${tradeId}/response`,
  }
}
