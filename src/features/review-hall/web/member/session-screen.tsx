import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { useDrawShare } from '#web/draw-share.ts'
import { useKept } from '#web/kept.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { currentWay, type MemberProject, useMemberProject, useReviewFrame } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'
import '../review.css'
import '../session.css'
import '../sheet.css'
import { NEXT, useSheet } from '../sheet/use-sheet-data.ts'
import { WayDesk } from './way-desk.tsx'

/** The review session of a committee member. */
export function Screen() {
  const { projectId, wayId } = useReviewAddress()
  const query = useMemberProject(projectId)
  // The way in the address is fetched along with the review, not after it; the desk takes it from the cache.
  const [chosen] = useKept(`review.bidder.${projectId}`, '')
  useSheet({ projectId, wayId: wayId ?? '' }, chosen || NEXT, wayId !== undefined && query.data === undefined)
  useReviewFrame(query, 'review-session')
  return <WhenLoaded query={query}>{(project) => <Session project={project} />}</WhenLoaded>
}

function Session({ project }: { project: MemberProject }) {
  const address = useReviewAddress()
  // Whoever declared that there is nothing to avoid takes part in what is drawn here, by this browser.
  useDrawShare(project.projectId, { joins: true, enabled: project.me.noConflict === true })
  // The columns scroll, the page does not.
  useEffect(() => {
    document.documentElement.classList.add('rv-fixed')
    return () => document.documentElement.classList.remove('rv-fixed')
  }, [])
  if (project.wayList.length === 0)
    return <EmptyState title="评审尚未开始" hint="采购人或代理机构开始评审后，即可在此评审" />
  const named = project.wayList.find((w) => w.wayId === address.wayId)
  const way = named ?? currentWay(project.wayList)!
  if (!named && !address.view) return <Navigate to={address.way(way)} replace />
  if (project.me.noConflict !== true) return <Navigate to={address.step('leader-recommend')} replace />
  return <WayDesk key={way.wayId} project={project} way={way} />
}
