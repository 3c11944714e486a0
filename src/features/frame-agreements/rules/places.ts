/** Where agreements are kept, where those in force stand, and what a supplier sees of its own. */
export const AGREEMENTS = '/purchaser/supplier-management/frame-agreements'
export const LIBRARY = '/purchaser/performance/framework-agreement'
export const OWN_AGREEMENTS = '/supplier/performance/framework-agreement'

export function agreementPlace(agreementId: string, list: string = AGREEMENTS): string {
  return `${list}/${agreementId}/detail`
}

export function editPlace(agreementId: string): string {
  return `${AGREEMENTS}/${agreementId}/edit`
}

export function orderPlace(agreementId: string): string {
  return `${LIBRARY}/${agreementId}/order`
}

export function competePlace(agreementId: string): string {
  return `${LIBRARY}/${agreementId}/competitions/create`
}

export function competitionPlace(agreementId: string, competitionId: string): string {
  return `${LIBRARY}/${agreementId}/competitions/${competitionId}/detail`
}

export function ownCompetitionPlace(entryId: string, competitionId: string): string {
  return `${OWN_AGREEMENTS}/${entryId}/competitions/${competitionId}/detail`
}

export function ownPlace(entryId: string): string {
  return `${OWN_AGREEMENTS}/${entryId}/detail`
}
