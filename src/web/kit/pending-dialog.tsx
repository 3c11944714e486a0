import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import type { Loaded } from '../use-call.ts'
import { WhenLoaded } from './form-screen.tsx'

interface PendingDialogProps {
  /** What the fields of the dialog are made of. */
  query: Loaded<unknown>
  /** That of the dialog, and its width. */
  title: string
  width?: number
  onClose: () => void
}

/** Most answers are there before anybody could read that they are awaited. */
const PATIENCE_MS = 400

/** Stands in for a dialog until what its fields need is there; says so where that takes long, and why where it fails. */
export function PendingDialog({ query, title, width, onClose }: PendingDialogProps) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate && !query.error) return null
  return (
    <Modal open title={title} footer={null} onCancel={onClose} {...(width ? { width } : {})}>
      <WhenLoaded query={query}>{() => null}</WhenLoaded>
    </Modal>
  )
}
