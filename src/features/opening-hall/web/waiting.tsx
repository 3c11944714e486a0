import { ActionBar } from '#web/kit/action-bar.tsx'
import { useAction } from '#web/use-call.ts'
import { type HallDetail, startOpening } from '../contract.ts'
import { startBusinessOpening } from '../contract-offer.ts'
import { isDouble } from '../rules-offer.ts'
import { OfficersReady } from './officers-ready.tsx'

/** The hall before its start: what everybody waits for, and, for the host, the one thing to do, in the middle. */
export function Waiting({ hall }: { hall: HallDetail }) {
  const { part, readiness, projectId, actions } = hall
  const start = useAction(isDouble(hall) ? startBusinessOpening : startOpening)
  const reason = actions.find((one) => one.action === 'start')?.reason
  return (
    <div className="stage-waiting">
      <h2>{part === 'host' ? '投标人等待开标' : '等待主持人宣布开标'}</h2>
      <p>
        {part === 'host'
          ? '开始开标后公布投标人名单，启动签到和解密计时。'
          : part === 'bidder'
            ? '主持人开始开标后即可签到和解密，本页面将自动更新。'
            : '主持人开始开标后，本页面将自动更新。'}
      </p>
      {readiness && <OfficersReady readiness={readiness} />}
      {part === 'host' && (
        <div className="stage-main-action">
          <ActionBar size="large" actions={actions} onAction={() => start.run({ params: { projectId } })} />
          {reason && <p>{reason}</p>}
        </div>
      )}
    </div>
  )
}
