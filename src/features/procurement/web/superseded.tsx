import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { formatTime } from '#contract/time.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { NoticeRow } from '../contract/shared.ts'
import './superseded.css'

type Superseded = Pick<z.output<typeof NoticeRow>, 'supersededBy'>

/** Beside the title of a notice that another one took the place of. */
export function SupersededTag({ notice }: { notice: Superseded }) {
  return notice.supersededBy && <StatusTag label="已失效" tone="neutral" />
}

/** Above the text of such a notice: since when it no longer holds, and what does. `link` leads there. */
export function SupersededNote({ notice: { supersededBy }, link }: { notice: Superseded; link?: ReactNode }) {
  if (!supersededBy) return null
  return (
    <Alert
      className="kb-superseded"
      type="warning"
      showIcon
      title={`本公告自 ${formatTime(supersededBy.publishedAt)} 起失效`}
      description={<>以《{link ?? supersededBy.title}》为准。</>}
    />
  )
}
