import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { provideProof } from '#web/call.ts'
import { tr } from '#web/kit/labels.ts'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { useFirst } from '#web/use-first.ts'
import { ownFactors } from '../contract-factors.ts'
import { AddFactor } from './add-factor.tsx'
import './factors.css'
import { ProveFactor } from './prove-factor.tsx'

/** Asks for a second factor where the person is: what was refused for want of one goes on behind it, nothing is typed again. */
export function Part() {
  const [answer, setAnswer] = useState<((isProven: boolean) => void) | null>(null)
  useEffect(
    () =>
      provideProof(async () => {
        const isProven = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
        setAnswer(null)
        return isProven
      }),
    [],
  )
  if (!answer) return null
  return (
    <Modal
      open
      title={tr('验证身份')}
      width={440}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => answer(false)}
      destroyOnHidden
    >
      <Proof onDone={() => answer(true)} />
    </Modal>
  )
}

function Proof({ onDone }: { onDone: () => void }) {
  const query = useCall(ownFactors, {}, { fresh: 0 })
  // Old rows may name a factor that is gone since.
  const factors = useFirst(query.isFetchedAfterMount ? query.data?.factors : undefined)
  if (!factors && query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!factors) return <Skeleton lines={4} />
  const has = factors.length > 0
  return (
    <>
      <p className="kb-soft">
        {tr(
          has
            ? '为保证账号安全，此操作须重新验证身份，验证后自动继续。'
            : '此操作须以双重验证确认本人身份。您尚未设置，设置后自动继续。',
        )}
      </p>
      {has ? <ProveFactor factors={factors} onDone={onDone} /> : <AddFactor onDone={onDone} />}
    </>
  )
}
