import { Link } from 'react-router'
import { Timeline } from '#web/kit/timeline.tsx'
import { noticeLabel } from '../../methods/notices.ts'
import { SupersededTag } from '../superseded.tsx'
import type { Notice } from './notice.ts'

/** Every public notice of the tender in its order; the one being read is marked. */
export function NoticeTrail({ notice }: { notice: Notice }) {
  const all = [...notice.siblings, notice].toSorted((a, b) => ((a.publishedAt ?? '') < (b.publishedAt ?? '') ? -1 : 1))
  return (
    <Timeline
      items={all.map((one) => ({
        key: one.noticeId,
        at: one.publishedAt,
        state: one.noticeId === notice.noticeId ? 'now' : 'done',
        title:
          one.noticeId === notice.noticeId ? (
            <b aria-current="page">{noticeLabel(one.kind, notice)}</b>
          ) : (
            <Link to={`/portal/notices/${one.noticeId}`}>{noticeLabel(one.kind, notice)}</Link>
          ),
        text:
          one.noticeId === notice.noticeId ? undefined : (
            <>
              {one.title} <SupersededTag notice={one} />
            </>
          ),
      }))}
    />
  )
}
