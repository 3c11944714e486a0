import { Alert, Button } from 'antd'
import { Link } from 'react-router'
import type { PropsOf } from '#contract/slot.ts'
import { say } from '#features/procurement/methods/say.ts'
import type { BID_SLOTS } from '#features/sealed-bids/contract-slots.ts'
import { ask } from '#web/feedback.ts'
import { useCall } from '#web/use-call.ts'
import { bidCheckStand } from '../contract.ts'
import { CheckReport } from './report.tsx'
import { aboutOf, useCheck } from './use-check.ts'

/** Has the bid checked in this browser before it is sealed, and shows what was found. */
export function Part(props: PropsOf<typeof BID_SLOTS.beforeSealing>) {
  const { room, bid } = props
  const stand = useCall(bidCheckStand, { params: { orderId: room.orderId } }, { fresh: 0 }).data
  const { progress, report, problem, isUntold, run, tell } = useCheck(props)
  if (!stand || (stand.blocked !== null && !report)) return null
  const isFree = stand.isCovered || stand.isUnlimited
  const has = isFree || stand.remain > 0
  const runAsked = async () => {
    const cost = stand.isCovered
      ? '已使用过 1 次，本次不再计次。'
      : stand.isUnlimited
        ? '不限次数。'
        : `将使用 1 次废标检查，剩余 ${stand.remain} 次；检查未能进行的，次数退回。`
    const content = say(
      room,
      `${cost}{deadline}前可对本{order}重复检查，不另计次。检查在本机浏览器中进行：报价、文件及其名称都不会离开本机，平台只知道进行过检查。结果不代表{offer}有效。`,
    )
    if (await ask({ title: '废标检查', content, okText: '开始检查' })) await run()
  }
  return (
    <section className="kb-box kb-below-16" aria-labelledby="bid-check">
      <div className="kb-row kb-gap-12 kb-wrap kb-between">
        <h3 id="bid-check" className="kb-size-15">
          废标检查
        </h3>
        {has && stand.blocked === null && (
          <Button loading={progress !== null} onClick={() => void runAsked()}>
            {report ? '重新检查' : '检查'}
          </Button>
        )}
      </div>
      <p className="kb-hint">
        {say(room, '封存前在本机检查报价与文件中可能导致否决的问题，内容不上传。')}
        {stand.isCovered ? '本次报名已使用 1 次，重复检查不再计次。' : standInWords(stand)}
        {stand.givenBack !== null && !stand.isCovered && `上次检查未完成（${stand.givenBack}），次数已退回。`}
        {!has && <Link to="/services/platform-points/list">购买检查次数 ›</Link>}
      </p>
      <p className="kb-note" role="status">
        {progress}
      </p>
      {problem !== '' && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={problem}
          action={
            isUntold && (
              <Button size="small" onClick={() => void tell()}>
                重试
              </Button>
            )
          }
        />
      )}
      {report && (
        <>
          {aboutOf(bid) !== report.about && (
            <Alert type="warning" showIcon title="检查后内容有改动，以下结果可能已不适用，请重新检查" />
          )}
          <CheckReport room={room} report={report} />
        </>
      )}
    </section>
  )
}

function standInWords({ isUnlimited, remain }: { isUnlimited: boolean; remain: number }): string {
  return isUnlimited ? '不限次数。' : `剩余 ${remain} 次。`
}
