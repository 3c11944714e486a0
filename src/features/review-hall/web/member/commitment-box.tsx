import { Checkbox } from 'antd'
import { formatTime } from '#contract/time.ts'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { RichTextView } from '#web/kit/rich-text-view.tsx'
import type { MemberProject } from '../review-data.ts'

interface CommitmentBoxProps {
  project: MemberProject
  read: boolean
  onRead: (read: boolean) => void
}

/** The integrity commitment of a member: read and accepted with the first statement, on record with its hash. */
export function CommitmentBox({ project: { commitment, acceptance }, read, onRead }: CommitmentBoxProps) {
  if (!commitment) return null
  return (
    <section className="kb-below-12" aria-label={commitment.title}>
      <div
        className="rv-commitment kb-box kb-scroll kb-below-8"
        tabIndex={0}
        role="region"
        aria-label={`${commitment.title}全文`}
      >
        <h3 className="kb-size-15 kb-below-8">{commitment.title}</h3>
        <RichTextView value={commitment.body} />
      </div>
      {acceptance ? (
        <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
          <span className="kb-good">✓ 已于 {formatTime(acceptance.acceptedAt, true)} 接受</span>
          <span>
            文本指纹 <Fingerprint hex={acceptance.textHash} />
          </span>
        </p>
      ) : (
        <Checkbox checked={read} onChange={(event) => onRead(event.target.checked)}>
          我已阅读并接受《{commitment.title}》，内容与接受时间随回避声明一并存证
        </Checkbox>
      )}
    </section>
  )
}
