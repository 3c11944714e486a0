import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { Alert } from 'antd'
import { useLocation, useParams } from 'react-router'
import { Suspense, lazy } from 'react'
import { formatTime } from '#contract/time.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { dropCeremony, excuseOfficer, type JointCeremony, orderJointKey } from '../contract.ts'
import { CeremonyStatus, OFFICER_RULE } from '../rules.ts'
import { OfficersTable } from './officers-table.tsx'
import { ceremonyTone } from './words.ts'
import './joint-key.css'

const StartForm = lazy(() => import('./start-form.tsx').then((m) => ({ default: m.StartForm })))
const S = CeremonyStatus.values

/** What each state means for the owner, who can only wait and give up. */
const WAITING: Record<number, string> = {
  [S.devices]: '等待各保管人在本人设备上登记。',
  [S.dealing]: '设备已齐备，等待各保管人分发分片。',
  [S.confirming]: '分片已全部分发，等待各保管人核对确认。',
  [S.ready]: '全体保管人已确认，联合密钥可用。指纹随公告公布，发布后不可变更。',
}

/** The joint key of an order for whoever runs it: who holds it, how far it is, what went wrong before. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(orderJointKey, { params: { orderId } }, { fresh: 0 })
  useLive(`order-owner:${orderId}`)
  return <WhenLoaded query={query}>{(key) => <OwnerPage orderId={orderId} jointKey={key} />}</WhenLoaded>
}

interface OwnerProps {
  orderId: string
  jointKey: OutputOf<typeof orderJointKey>
}

function OwnerPage({ orderId, jointKey }: OwnerProps) {
  const side = useLocation().pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  const { current, earlier, canStart, unitRule, method } = jointKey
  const at = { method }
  return (
    <article>
      <PageHead
        title="联合密钥"
        status={current && <StatusTag label={current.statusLabel} tone={ceremonyTone(current.status)} />}
        facts={[current && `${current.orderTitle}（${current.orderCode}）`, '多名保管人共同开启']}
        back={{
          label: say(at, '{order}详情'),
          to: placeOf({ id: orderId, method: at.method }, 'publish.detail', side),
        }}
        actions={current && <Actions orderId={orderId} ceremony={current} />}
      />
      <div className="kb-detail-body">
        <div className="kb-grow">
          {current && <Current orderId={orderId} ceremony={current} />}
          {canStart && (
            <section className="kb-section" aria-label="发起生成">
              <h2>{earlier.length > 0 ? '重新发起' : '发起生成'}</h2>
              <Suspense fallback={<Skeleton lines={6} />}>
                <StartForm orderId={orderId} unitRule={unitRule} />
              </Suspense>
            </section>
          )}
          {!current && !canStart && (
            <EmptyState
              title={say(at, '本{order}没有联合密钥')}
              hint={say(at, '草稿的“{offer}开启方式”选择联合密钥并保存后，可在此发起生成')}
            />
          )}
          {earlier.map((ceremony) => (
            <section key={ceremony.ceremonyId} className="kb-section" aria-label={`第 ${ceremony.attempt} 次生成`}>
              <h2>
                第 {ceremony.attempt} 次生成 <StatusTag label={ceremony.statusLabel} tone="danger" />
              </h2>
              <Alert type="warning" showIcon title={ceremony.failure} className="joint-alert kb-below-16" />
              <OfficersTable ceremony={ceremony} />
            </section>
          ))}
        </div>
        <aside className="kb-detail-side">
          <h3 className="kb-below-8">为什么用联合密钥</h3>
          <p className="kb-below-12 kb-soft">
            {say(
              at,
              '{bidder}先各自提交密钥，但谁的{offer}都还打不开；截止后由达到门限的保管人共同开启，全部同时打开。先提交的{bidder}不会被后提交的{bidder}看到报价。',
            )}
          </p>
          <h3 className="kb-below-8">门限怎么定</h3>
          <p className="kb-below-12 kb-soft">
            门限越高越难串通，但缺席的人多于“总数减门限”时将无法开启。常用 3 人中 2
            人（采购人、代理机构、监督人各一名）。
          </p>
        </aside>
      </div>
    </article>
  )
}

function Current({ orderId, ceremony }: { orderId: string; ceremony: JointCeremony }) {
  const excuse = useAction(excuseOfficer, { success: '已办理回避' })
  const tied = ceremony.officers.filter((officer) => officer.tie !== '')
  return (
    <section className="kb-section" aria-label="进度">
      <h2>进度</h2>
      <p>{WAITING[ceremony.status]}</p>
      {tied.map((officer) => (
        <Alert
          key={officer.index}
          type="error"
          showIcon
          className="joint-alert kb-below-16"
          title={`${officer.name}应当回避：${officer.tie}`}
          description={`${excuseOf(officer)}。依据：${OFFICER_RULE.citation}。`}
        />
      ))}
      {ceremony.warnings.map((text) => (
        <Alert key={text} type="warning" showIcon className="joint-alert kb-below-16" title={text} />
      ))}
      <FieldList
        items={[
          { label: '开启条件', value: `${ceremony.officers.length} 名保管人中任意 ${ceremony.threshold} 名` },
          { label: '发起时间', value: formatTime(ceremony.createdAt, true) },
          ceremony.fingerprint && {
            label: '指纹',
            value: <Fingerprint hex={ceremony.fingerprint} full />,
            wide: true,
          },
        ]}
      />
      <OfficersTable
        ceremony={ceremony}
        onExcuse={(officer) =>
          askText({
            title: `${officer.name}回避`,
            okText: '办理回避',
            danger: true,
            hint: `回避后${officer.name}不再参与本次开启，不能撤销。其余保管人不受影响。`,
            label: '回避原因（记入审计记录，保管人可见）',
            initial: officer.tie,
            most: 200,
            run: (reason) => excuse.run({ params: { orderId, index: officer.index }, body: { reason } }),
          })
        }
      />
    </section>
  )
}

/** What is to be done about a tie: what stands in the way of it, where something does. */
function excuseOf(officer: JointCeremony['officers'][number]): string {
  const excuse = officer.actions.find(({ action }) => action === 'excuse')
  if (!excuse) return '请作废本次联合密钥，另选保管人'
  return excuse.reason ?? '请在下表办理回避'
}

function Actions({ orderId, ceremony }: { orderId: string; ceremony: JointCeremony }) {
  const drop = useAction(dropCeremony, { success: '已作废，可重新发起' })
  const params = { orderId, ceremonyId: ceremony.ceremonyId }
  return (
    <ActionBar
      actions={ceremony.actions}
      onAction={() =>
        askText({
          title: '作废本次联合密钥',
          okText: '作废',
          danger: true,
          label: '作废原因（记入记录，保管人可见）',
          most: 200,
          run: (reason) => drop.run({ params, body: { reason } }),
        })
      }
    />
  )
}
