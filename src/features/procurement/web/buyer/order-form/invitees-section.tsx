import { useLocation, useNavigate } from 'react-router'
import { InviteeDraft } from '../invitees/invitee-draft.tsx'
import { useBuyer } from '../use-buyer.ts'
import { FormSection } from './form-section.tsx'
import type { SectionProps } from './step-buyer.ts'

const HINTS = {
  one: '限一家，名称写入{notice}。名单随选随存，发布时发出邀请。',
  several: '不少于三家（《招标投标法》第十七条）。名单随选随存，发布时发出{invitation}；开启前仅经办单位可见。',
} as const

/** Who will be invited; the list is stored at once, beside the form. */
export function InviteesSection({ project: { projectId }, orderId, onSave }: SectionProps) {
  const at = useBuyer()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <FormSection
      id="invitees"
      title="受邀供应商"
      hint={at.say(HINTS[at.method.hears === 'announcement' ? 'one' : 'several'])}
    >
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
