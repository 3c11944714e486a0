const BASE = '/purchaser/supplier-management/sms'

/** Addresses of text messages to suppliers. */
export const PLACES = {
  templates: `${BASE}/templates`,
  tasks: `${BASE}/tasks`,
  task: (taskId: string) => `${BASE}/tasks/${taskId}`,
  recipients: (taskId: string) => `${BASE}/tasks/${taskId}/recipients`,
  senders: '/supplier/sms-senders',
  policy: '/admin/sms-policy',
  reviews: '/admin/sms-templates',
} as const
