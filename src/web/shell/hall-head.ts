import { useEffect, useRef } from 'react'
import { createStore } from '../store.ts'

/** What a screen tells the frame of its hall. */
export interface HallHead {
  /** Before the hall's title, e.g. the project's name. */
  title?: string | undefined
  /** What kind of hall it is; of bid openings when left out. */
  name?: string | undefined
  /** Where the back button leads; one step back when left out. */
  back?: string | undefined
  /** Suppliers online, of those who take part. */
  online?: { now: number; all?: number | undefined } | undefined
}

/** What a screen tells the frame of the review hall. */
export interface ReviewHead {
  title?: string | undefined
  back?: string | undefined
  /** Steps of the review process; without (a single bidder's view) no tabs are drawn. */
  steps?: { key: string; label: string; active: boolean }[] | undefined
  current?: string | undefined
  onGo?: (key: string) => void
  /** Epoch ms of what is shown, while the server cannot be reached. */
  since?: number | null
}

export const hallHead = createStore<{ head: HallHead }>({ head: {} })
export const reviewHead = createStore<{ head: ReviewHead }>({ head: {} })

/** Fills the hall's frame while the screen is shown. */
export function useHallHead(head: HallHead): void {
  const { title, name, back, online } = head
  const present = online?.now
  const all = online?.all
  useEffect(() => {
    hallHead.set({ head: { title, name, back, online: present === undefined ? undefined : { now: present, all } } })
  }, [title, name, back, present, all])
  useEffect(() => () => hallHead.set({ head: {} }), [])
}

/** Fills the review hall's frame while the screen is shown. */
export function useReviewHead(head: ReviewHead): void {
  const { title, back, current, onGo, steps, since = null } = head
  const go = useRef(onGo)
  go.current = onGo
  const stepsText = JSON.stringify(steps ?? null)
  useEffect(() => {
    reviewHead.set({
      head: {
        title,
        back,
        current,
        steps: (JSON.parse(stepsText) as ReviewHead['steps'] | null) ?? undefined,
        onGo: (key) => go.current?.(key),
        since,
      },
    })
  }, [title, back, current, stepsText, since])
  useEffect(() => () => reviewHead.set({ head: {} }), [])
}
