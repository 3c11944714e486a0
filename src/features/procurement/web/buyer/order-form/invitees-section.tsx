import { useLocation, useNavigate } from 'react-router'
import type { AnyMethod } from '../../../methods/method.ts'
import { fillWords } from '../../../methods/words.ts'
import { InviteeDraft } from '../invitees/invitee-draft.tsx'
import { useBuyer } from '../use-buyer.ts'
import { FormSection } from './form-section.tsx'
import type { SectionProps } from './step-buyer.ts'

function hintOf({ hears, minSuppliers }: AnyMethod): string {
  return hears === 'announcement'
    ? '限一家，名称写入{notice}。名单随选随存，发布时发出邀请。'
    : `不少于 ${minSuppliers} 家。名单随选随存，发布时发出{invitation}；开启前仅经办单位可见。`
}

/** Who will be invited; the list is stored at once, beside the form. */
export function InviteesSection({ project: { projectId }, orderId, onSave }: SectionProps) {
  const at = useBuyer()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <FormSection id="invitees" title="受邀供应商" hint={fillWords(at.method.words, hintOf(at.method))}>
      <InviteeDraft
        orderId={orderId}
        onSave={async () => orderId ?? (await onSave())}
        // A new order has an address of its own from now on.
        onAdded={(saved) => {
          if (!pathname.includes(saved)) void navigate(at.form({ orderId: saved, projectId }), { replace: true })
        }}
      />
    </FormSection>
  )
}
