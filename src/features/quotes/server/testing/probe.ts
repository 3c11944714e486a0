import { newId } from '#contract/id.ts'
import type { Employee } from '#server/actor.ts'
import type { SigningHost } from '../host.ts'

/** A feature that holds rounds of the order and has no calls: it records and emits as features with calls do. */
export const PROBE: SigningHost = {
  kind: 'order',
  due: 'probe.round-due',
  timer: 'probe-round',
  label: (no) => `第${no}次报价`,
  title: '报价单',
  use: 'quotation',
  document: async (of) => Buffer.from(JSON.stringify(of)),
  record: (ctx, orderId, fact) =>
    ctx.audit({ entity: 'order', entityId: orderId, ...fact, action: `probe.${fact.action}` }),
  tell: (ctx, orderId, tradeIds) => ctx.emit({ kind: 'probe.round', payload: { orderId, tradeIds } }),
  notify: async (ctx, { tradeIds }, message) => ctx.emit({ kind: 'probe.message', payload: { tradeIds, ...message } }),
}

/** Somebody of a supplier's company. */
export function sellerOf({ userId, companyId }: { userId: string; companyId: string }): Employee {
  return {
    userId,
    name: '沈瑶',
    sessionId: newId(),
    tenantId: 1,
    employeeId: newId(),
    companyId,
    companyName: '',
    isDisabled: false,
    isAdmin: false,
    isPlatformAdmin: false,
    isExpert: false,
    openedBy: null,
    rights: new Set(['bidding']),
    workbenches: new Set(),
    workbench: 'supplier',
  }
}
