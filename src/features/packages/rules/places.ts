import type { Family } from '#features/procurement/methods/family.ts'
import { PACKAGED_FAMILIES } from '#features/procurement/methods/all.ts'
import type { BatchStep } from './steps.ts'

export type Side = 'purchaser' | 'agency'

/** Where packages of a family stand, and the steps for several of its orders. */
export function packagePlaces(side: Side, { packages }: Family = PACKAGED_FAMILIES[0]!) {
  const base = `/${side}/${packages!.name}`
  return {
    list: `${base}/list`,
    create: ({ projectId, orderIds = [] }: { projectId?: string; orderIds?: readonly string[] } = {}) =>
      [
        `${base}/create/project`,
        ...(projectId ? [projectId] : []),
        'order',
        ...(orderIds.length > 0 ? [orderIds.join(',')] : []),
      ].join('/'),
    detail: (projectId: string) => `${base}/detail/project/${projectId}`,
    batch: (step: BatchStep, orderIds: readonly string[]) =>
      `/${side}/${packages!.batch}/${orderIds.join(',')}/${step}`,
  }
}
