export const ja: Record<string, string> = {};
