import { useLocation, useNavigate } from 'react-router'
import { InviteeDraft } from '../invitees/invitee-draft.tsx'
import { useBuyer } from '../use-buyer.ts'
import { FormSection } from './form-section.tsx'

interface InviteesSectionProps {
  projectId: string
  orderId: string | undefined
  onSave: () => Promise<string | null>
}

/** Who will be invited; the list is stored at once, beside the form. */
export function InviteesSection({ projectId, orderId, onSave }: InviteesSectionProps) {
  const at = useBuyer()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <FormSection
      id="invitees"
      title="受邀供应商"
      hint={at.say('不少于三家。名单随选随存，发布时发出{invitation}；{opening}前仅经办单位可见。')}
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
