import { useEffect } from 'react'
import { useAction } from '#web/use-call.ts'
import { readInvitation } from '../../contract/supplier.ts'
import type { Tender } from './words.ts'

/** Notes that the own company has read of an order it was invited to. */
export function useReadInvitation(tender: Tender | undefined): void {
  const { run } = useAction(readInvitation, { quiet: true })
  const unread = tender?.invitation?.readAt === null ? tender.orderId : null
  useEffect(() => {
    if (unread) void run({ params: { orderId: unread } })
  }, [unread, run])
}
