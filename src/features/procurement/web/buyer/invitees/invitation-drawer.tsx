import { Drawer } from 'antd'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { invitationDetail } from '../../../contract/follow-up.ts'
import { useBuyer } from '../use-buyer.ts'
import { InvitationFacts, Letter } from './invitation.tsx'

interface InvitationDrawerProps {
  orderId: string
  inviteId: string
  name: string
  onClose: () => void
}

/** One invitation beside the list, where the method has no page for it. */
export function InvitationDrawer({ orderId, inviteId, name, onClose }: InvitationDrawerProps) {
  const at = useBuyer()
  const query = useCall(invitationDetail, { params: { orderId, inviteId } }, { fresh: 0 })
  return (
    <Drawer open onClose={onClose} size="min(760px, 100vw)" title={name}>
      {query.data ? (
        <>
          <InvitationFacts invitation={query.data} />
          <h3 className="buyer-subhead">{at.say('{announcement}')}</h3>
          <Letter orderId={orderId} invitation={query.data} />
        </>
      ) : query.error ? (
        <ErrorState error={query.error} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Drawer>
  )
}
