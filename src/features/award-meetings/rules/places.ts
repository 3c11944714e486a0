/** Where a meeting is read and held. */
export function meetingPlace(side: 'purchaser' | 'agency', meetId: string): string {
  return `/${side}/calibration/order/${meetId}/detail`
}
