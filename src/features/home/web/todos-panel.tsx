import { Alert } from 'antd'
import { Link } from 'react-router'
import { DAY } from '#contract/time.ts'
import { useNow } from '#web/clock.ts'
import { HomeSection } from '#web/kit/home-section.tsx'
import { tr } from '#web/kit/labels.ts'
import { EmptyState, ErrorState, Skeleton } from '#web/kit/states.tsx'
import { Countdown, TimeText } from '#web/kit/values.tsx'
import { useLive } from '#web/live.ts'
import { useSession } from '#web/shell/session.ts'
import { useHome } from './use-home.ts'
import './home.css'

/** What waits for the person, nearest deadline first. */
export function Panel() {
  const { workbench, person } = useSession()
  const home = useHome()
  // Most of what there is to do is told of as well.
  useLive(person ? `user:${person.userId}` : '', () => void home.refetch())
  if (!workbench) return null
  const { data } = home
  return (
    <HomeSection title="需要我处理">
      {data?.isPartial && (
        <Alert className="home-partial" type="warning" title={tr('部分内容暂时无法加载，请稍后刷新')} />
      )}
      {home.error && !data ? (
        <ErrorState error={home.error} onRetry={() => void home.refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : data.todos.length === 0 ? (
        <EmptyState title="暂无待办" hint={EMPTY[workbench]} />
      ) : (
        <ul className="home-todos">
          {data.todos.map((todo) => (
            <li key={todo.key}>
              <Link to={todo.link}>
                <span className="home-todo-label">{tr(todo.label)}</span>
                <span className="home-todo-title">{todo.title}</span>
              </Link>
              {todo.dueAt && <Due at={todo.dueAt} />}
            </li>
          ))}
          {data.hasMore && <li className="home-hint">{tr('仅显示最紧急的事项，完成后显示其余事项')}</li>}
        </ul>
      )}
    </HomeSection>
  )
}

const EMPTY = {
  purchaser: '报名审核、答疑、开标、评审和定标等事项会出现在这里',
  agency: '报名审核、答疑、开标、评审和定标等事项会出现在这里',
  supplier: '变更确认、投标文件制作和开标解密等事项会出现在这里',
  expert: '回避声明、评审打分和报告签署等事项会出现在这里',
  admin: '需要平台处理的事项会出现在这里',
} as const

/** A ticking countdown on the last day, before that the time that is left; what is late says so. */
function Due({ at }: { at: string }) {
  const left = new Date(at).getTime() - useNow()
  if (left <= 0) return <span className="home-due home-due-over">{tr('已到时间')}</span>
  return (
    <span className="home-due">
      {left < DAY ? (
        <Countdown at={at} />
      ) : (
        <>
          {left > 7 * DAY && `${tr('截止')} `}
          <TimeText at={at} />
        </>
      )}
    </span>
  )
}
