import { Progress } from 'antd'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { formatTime } from '#contract/time.ts'
import type { JointView } from '../contract-joint.ts'
import { JointStatus } from '../rules-joint.ts'
import './joint.css'

const S = JointStatus.values
const STATES = {
  waiting: { label: '未参与', tone: 'neutral' },
  answered: { label: '已参与', tone: 'success' },
  refused: { label: '结果不成立', tone: 'danger' },
  excused: { label: '已回避', tone: 'neutral' },
} as const

/** Where a joint-key opening stands, in plain words: who released, which officers answered, how many bids are open. */
export function JointPanel({ joint, total }: { joint: JointView; total: number }) {
  const answered = joint.officers.filter((officer) => officer.state === 'answered').length
  return (
    <section
      className="hall-joint kb-row kb-gap-24 kb-loose kb-wrap kb-box-16 kb-below-12 kb-panel"
      aria-label="共同开启"
    >
      <p className="kb-size-18">{wordsOf(joint, { total, answered })}</p>
      <ul className="kb-flex kb-gap-20 kb-loose kb-wrap kb-size-16" aria-label="保管人">
        <li>保管人：</li>
        {joint.officers.map((officer) => (
          <li key={officer.index} className="kb-row">
            <span>{officer.name}</span>
            {joint.status === S.releasing ? (
              <small>{officer.companyName}</small>
            ) : (
              <>
                <StatusTag {...STATES[officer.state]} />
                {officer.answeredAt && <small>{formatTime(officer.answeredAt, true).slice(11)}</small>}
                {officer.lies > 0 && <small>不成立 {officer.lies} 次</small>}
              </>
            )}
          </li>
        ))}
      </ul>
      {joint.status === S.opening && (
        <Progress
          aria-label="开启进度"
          percent={Math.floor((joint.processed / Math.max(1, joint.released)) * 100)}
          format={() => `${joint.processed} / ${joint.released} 份`}
        />
      )}
    </section>
  )
}

function wordsOf(joint: JointView, { total, answered }: { total: number; answered: number }): string {
  switch (joint.status) {
    case S.releasing:
      return `投标人提交密钥：${joint.released} / ${total} 家已提交。此时任何人都打不开投标文件。`
    case S.answering:
      return `已截止提交，${joint.released} 份投标待开启：${answered} / ${joint.threshold} 名保管人已参与。`
    case S.opening:
      return `保管人已达 ${joint.threshold} 名，正在同时开启全部投标。`
    default:
      return `${joint.released} 份投标已全部开启，${answered} 名保管人参与。`
  }
}
