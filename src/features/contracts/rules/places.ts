import type { ContractSide } from './status.ts'

/** Where a side reads a contract, and a purchase order under it. */
export function contractPlace(side: ContractSide, contractId: string): string {
  return `/${side}/performance/contract/${contractId}/detail`
}

export function callOffPlace(side: ContractSide, callOffId: string): string {
  return side === 'supplier'
    ? `/supplier/order-collaboration/${callOffId}/detail`
    : `/purchaser/performance/purchaser-order/${callOffId}/detail`
}

export const CONTRACT_LISTS = {
  purchaser: '/purchaser/performance/contract',
  supplier: '/supplier/performance/contract',
} as const
export const CALL_OFF_LISTS = {
  purchaser: '/purchaser/performance/purchaser-order',
  supplier: '/supplier/order-collaboration/list',
} as const
export const ORDER_CENTRE = '/supplier/performance/supplier-order'
export const DEMAND_ORDERS = '/purchaser/performance/demand-order'

export function editPlace(contractId: string): string {
  return `/purchaser/performance/contract/${contractId}/edit`
}

export function changePlace(contractId: string): string {
  return `/purchaser/performance/contract/${contractId}/change`
}

export function newCallOffPlace(contractId: string, demandOrderId?: string): string {
  const demand = demandOrderId ? `?demand=${demandOrderId}` : ''
  return `/purchaser/performance/contract/${contractId}/order${demand}`
}

/** Where members of acceptance teams find what they are asked: experts in their workbench, employees in the purchaser's. */
export const TEAM_LISTS = { purchaser: '/purchaser/performance/acceptance', expert: '/review/acceptances' } as const
export type TeamSide = keyof typeof TEAM_LISTS

export function teamPlace(side: TeamSide, teamId: string): string {
  return side === 'expert' ? `/review/acceptances/${teamId}` : `/purchaser/performance/acceptance/${teamId}/detail`
}
