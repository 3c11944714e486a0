import { notify } from '#features/messages/server/public.ts'
import { type MessageKind, URGENT } from '#server/feature.ts'
import { expertPlaces, places } from '../rules/verification.ts'
import { subjectOf } from './subjects.ts'
import type { Any, Verification } from './access.ts'

const GROUP = { group: '需求论证', channels: URGENT } as const

export const messageKinds: readonly MessageKind[] = [
  { ...GROUP, kind: 'verification.work', label: '需求论证待办', workbenches: ['expert'], isEssential: true },
  { ...GROUP, kind: 'verification.state', label: '需求论证进展', workbenches: ['purchaser', 'agency'] },
]

interface Telling {
  title: string
  content: string
}

/** Tells experts what is asked of them, in the transaction that asks. */
export async function tellExperts(
  ctx: Any,
  verification: Verification,
  { userIds, title, content }: Telling & { userIds: readonly string[] },
): Promise<void> {
  if (userIds.length === 0) return
  await notify(ctx, {
    to: { userIds: [...userIds] },
    identity: 'expert',
    kind: 'verification.work',
    title,
    content: `“${verification.title}”（${verification.code}）：${content}`,
    link: expertPlaces.desk(verification.id),
  })
}

/** Tells whoever drafted it how it stands. */
export async function tellHandler(ctx: Any, verification: Verification, { title, content }: Telling): Promise<void> {
  const { companyId, purchaserCompanyId } = await subjectOf(ctx, verification)
  const side = companyId === purchaserCompanyId ? 'purchaser' : 'agency'
  await notify(ctx, {
    to: { userIds: [verification.createdBy] },
    identity: side,
    kind: 'verification.state',
    title,
    content: `“${verification.title}”（${verification.code}）：${content}`,
    link: places(side).detail(verification.id),
  })
}
