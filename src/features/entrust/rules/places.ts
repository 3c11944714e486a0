/** Where a purchaser reads how its project is entrusted. */
export function purchaserPlace(projectId: string): string {
  return `/purchaser/entrust-project/${projectId}/detail`
}

/** Where an agency reads what it is offered, and how it went on. */
export function agencyPlace(projectId: string): string {
  return `/agency/entrust/offers/${projectId}/detail`
}

/** Where a side writes what it proposes; without a project it chooses one. */
export function editPlace(side: 'purchaser' | 'agency', projectId: string): string {
  return side === 'agency' ? `/agency/entrust/offers/${projectId}/edit` : `/purchaser/entrust-project/${projectId}/edit`
}

export function placeFor(side: 'purchaser' | 'agency', projectId: string): string {
  return side === 'agency' ? agencyPlace(projectId) : purchaserPlace(projectId)
}
