import type { HallDetail } from '../contract.ts'

/** What this viewer hears of the talk: a few topics, however many bidders there are, since a page may have only so many. */
export function chatTopics({
  projectId,
  part,
  bidderId,
}: Pick<HallDetail, 'projectId' | 'part' | 'bidderId'>): string[] {
  if (part === 'host') return [`hall:${projectId}`, `hall-host:${projectId}`]
  return [`hall:${projectId}`, ...(part === 'bidder' && bidderId !== null ? [`hall-bidder:${bidderId}`] : [])]
}
