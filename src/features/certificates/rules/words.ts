/** How the platform's own authority is called: nobody may take it for one licensed to certify others. */
export const DEMO_NAME = '演示 CA（不具法律效力）'
