export type Side = 'purchaser' | 'agency'

/** Where the pages of registrations stand. */
export function supplementPlaces(side: Side) {
  const base = `/${side}/supplement`
  return {
    list: `${base}/list`,
    create: `${base}/register`,
    edit: (id: string) => `${base}/${id}/register`,
    preview: (id: string) => `${base}/${id}/register/preview`,
    record: (id: string) => `${base}/${id}/record`,
    detail: (id: string) => `${base}/${id}/detail`,
    /** The project over all that was registered of it. */
    project: (projectId: string) => `/${side}/project/supplement/${projectId}/detail`,
  }
}

/** Where a purchaser reads what an agency registered for it. */
export function entrustedPlace(id: string): string {
  return `/purchaser/entrust-purchase/supplement/orders/${id}/detail`
}

/** Where a purchaser reads a registration below its project. */
export function belowProjectPlace(id: string): string {
  return `/purchaser/register/supplement/${id}/detail`
}

/** Where somebody of this side reads it; `isOwn`: its company registered it. */
export function readingPlace(side: Side, { supplementId, isOwn }: { supplementId: string; isOwn: boolean }): string {
  return isOwn ? supplementPlaces(side).detail(supplementId) : entrustedPlace(supplementId)
}

export function sideOf(workbench: string | null | undefined): Side {
  return workbench === 'agency' ? 'agency' : 'purchaser'
}
