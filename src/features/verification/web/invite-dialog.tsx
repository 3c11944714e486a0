import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { PendingDialog } from '#web/kit/pending-dialog.tsx'
import { useCall } from '#web/use-call.ts'
import { inviteExperts, verificationExperts } from '../contract.ts'
import { KINDS } from '../rules/verification.ts'
import type { Detail } from './words.ts'

interface Values {
  expertIds?: string[]
  extractionId?: string | null
  chairId?: string | null
}

/** Asks experts, named or from an extraction; whoever has to avoid cannot be chosen. */
export function InviteDialog({ detail, onClose }: { detail: Detail; onClose: () => void }) {
  const params = { verificationId: detail.verificationId }
  const title = detail.state === 'draft' ? '邀请专家' : '补充专家'
  const query = useCall(verificationExperts, { params })
  if (!query.data) return <PendingDialog {...{ title, query, onClose }} />
  const { data } = query
  const asked = new Set(detail.members.map(({ expertId }) => expertId))
  const labelOf = ({ name, title, employer, tie }: (typeof data.experts)[number]) =>
    `${name}（${[title, employer].filter(Boolean).join('，')}）${tie && `：应当回避，${tie}`}`
  const { label, least } = KINDS[detail.kind]
  return (
    <ActionDialog<typeof inviteExperts, Values>
      title={title}
      endpoint={inviteExperts}
      fields={[
        {
          kind: 'select',
          name: 'expertIds',
          label: '指定专家',
          multiple: true,
          searchable: true,
          options: data.experts
            .filter(({ expertId }) => !asked.has(expertId))
            .map((one) => ({ value: one.expertId, label: labelOf(one), disabled: one.tie !== '' })),
        },
        {
          kind: 'select',
          name: 'extractionId',
          label: '随机抽取的专家',
          options: data.extractions.map(({ extractionId, code, title, expertIds }) => ({
            value: extractionId,
            label: `${title}（${code}，${expertIds.length} 名）`,
          })),
          help: '在专家抽取的“需求论证抽取”中抽取，名单公开后可以引入',
        },
        {
          kind: 'select',
          name: 'chairId',
          label: '组长',
          searchable: true,
          options: data.experts
            .filter(({ tie }) => tie === '')
            .map(({ expertId, name, employer }) => ({ value: expertId, label: `${name}（${employer}）` })),
          help: '须为受邀专家；主持综述并形成结论',
        },
      ]}
      input={({ expertIds = [], extractionId, chairId }) => ({
        params,
        body: { expertIds, extractionId: extractionId ?? null, chairId: chairId ?? null },
      })}
      hint={`${label}至少 ${least} 名，须为单数；与应答供应商或采购人有利害关系的应当回避。`}
      success="邀请已发出，专家收到通知"
      onClose={onClose}
    />
  )
}
