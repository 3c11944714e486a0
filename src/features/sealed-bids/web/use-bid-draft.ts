import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BidDraft, DraftFile, FileOf } from './draft.ts'
import {
  EMPTY_DRAFT,
  fitDraft,
  loadDraft,
  loadFiles,
  loadJob,
  newDraftFile,
  placeOf,
  removeFile,
  saveDraft,
  saveFile,
} from './draft.ts'
import type { Job } from './seal/job.ts'
import type { Room } from './room.ts'

const PAUSE_MS = 500

export interface BidDraftState {
  place: string
  /** false while the browser's own database is being read. */
  ready: boolean
  draft: BidDraft
  files: DraftFile[]
  /** A submission that was interrupted. */
  job: Job | null
  /** Lines and marks that a change of the tender took away. */
  dropped: number
  /** Why the draft is on this page only; '' when it is stored. */
  failure: string
  change: (part: Partial<BidDraft>) => void
  addFiles: (role: DraftFile['role'], files: readonly File[], label?: string) => void
  /** What a file of a quote belongs to; null: the whole quote. */
  assignFile: (id: string, of: FileOf | null) => void
  dropFile: (id: string) => void
  setJob: (job: Job | null) => void
}

/** The bid as it is being made, kept in this browser and nowhere else. */
export function useBidDraft(room: Pick<Room, 'orderId' | 'round' | 'items' | 'marks'>): BidDraftState {
  const [place] = useState(() => placeOf(room))
  const [ready, setReady] = useState(false)
  const [draft, setDraft] = useState<BidDraft>(EMPTY_DRAFT)
  const [files, setFiles] = useState<DraftFile[]>([])
  const [job, setJob] = useState<Job | null>(null)
  const [failure, setFailure] = useState('')
  const current = useRef(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const dirty = useRef(false)

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    if (!dirty.current) return
    dirty.current = false
    try {
      const { savedAt } = await saveDraft(place, current.current)
      setDraft((now) => ({ ...now, savedAt }))
      setFailure('')
    } catch {
      dirty.current = true
      setFailure('草稿未能保存在本机，请勿关闭页面')
    }
  }, [place])

  useEffect(() => {
    let gone = false
    Promise.all([loadDraft(place), loadFiles(place), loadJob(place)])
      .then(([stored, chosen, left]) => {
        if (gone) return
        current.current = stored
        setDraft(stored)
        setFiles(chosen)
        setJob(left ?? null)
        setReady(true)
      })
      .catch(() => {
        if (gone) return
        setFailure('本浏览器不允许保存草稿（可能是无痕模式），刷新后内容会丢失')
        setReady(true)
      })
    return () => {
      gone = true
    }
  }, [place])

  useEffect(() => {
    const leave = () => void flush()
    document.addEventListener('visibilitychange', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [flush])

  const change = useCallback(
    (part: Partial<BidDraft>) => {
      current.current = { ...current.current, ...part }
      dirty.current = true
      setDraft((now) => ({ ...now, ...part }))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), PAUSE_MS)
    },
    [flush],
  )

  const addFiles = useCallback(
    (role: DraftFile['role'], chosen: readonly File[], label?: string) => {
      for (const one of chosen) {
        const file = newDraftFile(role, one, label)
        setFiles((now) => [...now, file])
        const store = (known: DraftFile) =>
          saveFile(place, known).catch(() =>
            setFailure(`“${one.name}”太大，未能保存在本机：刷新页面后须重新选择，不影响本次提交`),
          )
        void store(file)
        void import('#web/kit/file-hash.ts')
          .then((m) => m.sha256Of(one))
          .then((sha256) => {
            setFiles((now) => now.map((f) => (f.id === file.id ? { ...f, sha256 } : f)))
            return store({ ...file, sha256 })
          })
          .catch(() => {
            setFiles((now) => now.filter((f) => f.id !== file.id))
            void removeFile(place, file.id)
            setFailure(`“${one.name}”无法读取，可能已被移动或修改，请重新选择`)
          })
      }
    },
    [place],
  )

  const assignFile = useCallback(
    (id: string, of: FileOf | null) => {
      const file = files.find((one) => one.id === id)
      if (!file) return
      const { of: _, ...rest } = file
      const assigned = of ? { ...rest, of } : rest
      setFiles((now) => now.map((one) => (one.id === id ? assigned : one)))
      void saveFile(place, assigned).catch(() => setFailure(`“${file.name}”的所属内容未能保存在本机`))
    },
    [files, place],
  )

  const dropFile = useCallback(
    (id: string) => {
      setFiles((now) => now.filter((f) => f.id !== id))
      void removeFile(place, id).catch(() => undefined)
    },
    [place],
  )

  const { items, marks } = room
  const fitted = useMemo(() => fitDraft(draft, { items, marks }), [draft, items, marks])
  return {
    place,
    ready,
    draft: fitted.draft,
    files,
    job,
    dropped: fitted.dropped,
    failure,
    change,
    addFiles,
    assignFile,
    dropFile,
    setJob,
  }
}
