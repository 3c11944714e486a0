/** Where a purchaser reads how its project is entrusted. */
export function purchaserPlace(projectId: string): string {
  return `/purchaser/entrust-project/${projectId}/detail`
}

/** Where an agency reads what it is offered, and how it went on. */
export function agencyPlace(projectId: string): string {
  return `/agency/entrust/offers/${projectId}/detail`
}

export function placeFor(side: 'purchaser' | 'agency', projectId: string): string {
  return side === 'agency' ? agencyPlace(projectId) : purchaserPlace(projectId)
}
