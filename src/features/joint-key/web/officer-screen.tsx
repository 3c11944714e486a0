import { say } from '#features/procurement/methods/say.ts'
import { Alert } from 'antd'
import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import type { ClosingEvidence } from '#features/sealing/core/joint/verify-closing.ts'
import type { JointKey } from '#features/sealing/core/joint/joint-key.ts'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { Parts } from '#web/shell/parts.tsx'
import { useCall } from '#web/use-call.ts'
import { ownCeremony } from '../contract.ts'
import { type Asked, OFFICER_SLOTS } from '../contract-slots.ts'
import { CeremonyStatus } from '../rules.ts'
import { CeremonySteps } from './ceremony-steps.tsx'
import { OfficersTable } from './officers-table.tsx'
import type { OwnCeremony } from './own-ceremony.ts'
import { inWorker } from './crypto.ts'
import { SelfCheckStep } from './self-check-step.tsx'
import { useDevice } from './use-device.ts'
import { ceremonyTone, deviceProblem } from './words.ts'
import './joint-key.css'

const S = CeremonyStatus.values

/** An officer's page of one joint key: what is to be done on the own device, and what it proves. */
export function Screen() {
  const { ceremonyId = '' } = useParams()
  const query = useCall(ownCeremony, { params: { ceremonyId } }, { fresh: 0 })
  useLive(`joint-key:${ceremonyId}`)
  return <WhenLoaded query={query}>{(view) => <Officer view={view} />}</WhenLoaded>
}

function Officer({ view }: { view: OwnCeremony }) {
  const excused = view.officers.find((officer) => officer.index === view.index)?.excused
  const device = useDevice(view.ceremonyId, view.index)
  const { officers, threshold } = view
  return (
    <article>
      <PageHead
        title={view.orderTitle}
        status={<StatusTag label={`联合密钥：${view.statusLabel}`} tone={ceremonyTone(view.status)} />}
        facts={[
          view.orderCode,
          `第 ${view.attempt} 次生成`,
          `${officers.length} 名保管人，任意 ${threshold} 名可共同开启`,
        ]}
        back={{ label: '我保管的联合密钥', to: '/joint-keys' }}
      />
      {view.status === S.failed && (
        <Alert
          type="error"
          showIcon
          title={`本次联合密钥已作废：${view.failure}`}
          className="joint-alert kb-below-16"
        />
      )}
      <div className="kb-detail-body">
        <div className="kb-grow">
          {excused && (
            <Alert
              type="info"
              showIcon
              className="joint-alert kb-below-16"
              title={`您已于 ${formatTime(excused.at)} 回避，不参与本次开启`}
              description={`原因：${excused.reason}。无需再做任何操作；其余保管人达到 ${threshold} 名即可开启。`}
            />
          )}
          {view.status !== S.failed && !excused && (
            <section className="kb-section" aria-label="本人操作">
              <h2>本人操作</h2>
              <ol className="kb-stack kb-gap-20">
                <CeremonySteps view={view} device={device} />
                {view.status === S.ready && (
                  <>
                    <SelfCheckStep view={view} device={device} />
                    <Parts
                      of={OFFICER_SLOTS.opening}
                      ceremonyId={view.ceremonyId}
                      method={view.method}
                      index={view.index}
                      threshold={threshold}
                      answer={answering(view, device.secret)}
                    />
                  </>
                )}
              </ol>
            </section>
          )}
          <section className="kb-section" aria-label="全体保管人">
            <h2>全体保管人</h2>
            <OfficersTable ceremony={view} own={view.index} />
          </section>
        </div>
        <aside className="kb-detail-side">
          <h3 className="kb-below-8">这能证明什么</h3>
          <p className="kb-below-12 kb-soft">
            没有任何人（包括平台、采购人和您自己）知道完整的密钥。{officers.length} 名保管人各持一片，少于 {threshold}{' '}
            名打不开任何{say(view, '{offer}')}；{say(view, '{bidder}')}自己不提交密钥，{threshold}{' '}
            名保管人联手也打不开。
          </p>
          <p className="kb-below-12 kb-soft">
            每一步都附带可公开核验的证明：谁提交的数据不实，记录会指名到人，但不会泄露任何人的密钥。
          </p>
          {view.fingerprint && (
            <>
              <h3 className="kb-below-8">联合密钥指纹</h3>
              <Fingerprint hex={view.fingerprint} full />
              <p className="kb-below-12 kb-soft">指纹随{say(view, '{notice}')}公布。</p>
            </>
          )}
        </aside>
      </div>
    </article>
  )
}

/** Answers for the bids of an opening on this device; null while it does not hold the share. */
function answering({ index, fingerprint }: OwnCeremony, secret: string | null) {
  if (!secret || !fingerprint) return null
  return ({ record, round, bids, evidence }: Asked) =>
    inWorker('answer', {
      record: record as unknown as JointKey,
      fingerprint,
      round,
      bids,
      evidence: evidence as unknown as ClosingEvidence,
      own: { index, secret },
    }).catch((error: unknown) => {
      throw new Error(deviceProblem(error), { cause: error })
    })
}
